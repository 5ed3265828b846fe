import { defineHook } from 'slyglass'

/** Words of commands that take something away, or leave the machine. No list is complete: the box around the command is the wall, this is a sign. */
const FORBIDDEN = /\b(?:rm|rmdir|mv|dd|mkfs|shutdown|curl|wget|sudo)\b/

/** Refuses commands that delete or fetch. Whatever it lets pass a person still has to agree to. */
export const guard = defineHook(({ arguments: args }) => {
  const found = FORBIDDEN.exec(String(args?.command ?? ''))?.[0]
  return found === undefined ? 'allow' : { decision: 'deny', reason: `${found} is not for this agent` }
})
