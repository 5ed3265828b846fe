// What a person may mean while a command is being typed: names of tools, then parameters in the order of the schema.
import { runtimeNameOf } from '../names/tool-names.ts'

/** A tool as a command names it. */
export interface CommandTool {
  readonly name: string
  readonly runtimeName?: string | undefined
  readonly description?: string
  /** In the order in which values without a name are read. */
  readonly parameters: readonly { readonly name: string; readonly type?: string; readonly required?: boolean }[]
}

/** One way to go on: `text` takes the place of what stands from `from` to `to`. */
export interface Completion {
  readonly label: string
  readonly detail: string
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Ways to go on at the caret; none where the text is no command or nothing is left to say. */
export function completeCommand(
  text: string,
  caret: number,
  prefix: string,
  tools: readonly CommandTool[],
): readonly Completion[] {
  const start = text.length - text.trimStart().length
  if (!text.startsWith(prefix, start) || caret < start + prefix.length) return []
  const begin = start + prefix.length + (/^\s*/.exec(text.slice(start + prefix.length))?.[0].length ?? 0)
  const before = text.slice(begin, caret)
  const rest = /^\S*/.exec(text.slice(caret))?.[0].length ?? 0
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const place = { from: caret - word.length, to: caret + rest }
  if (!/\s/.test(before)) return names(word, tools, place)
  const name = /^\S+/.exec(before)?.[0].toLowerCase() ?? ''
  const tool = tools.find((one) => runtimeNameOf(one).toLowerCase() === name || one.name.toLowerCase() === name)
  return tool === undefined ? [] : parameters(before.slice(0, before.length - word.length), word, tool, place)
}

type Place = Pick<Completion, 'from' | 'to'>

function names(word: string, tools: readonly CommandTool[], place: Place): readonly Completion[] {
  const typed = word.toLowerCase()
  const rank = (tool: CommandTool): number => {
    const [own, model] = [runtimeNameOf(tool).toLowerCase(), tool.name.toLowerCase()]
    if (own.startsWith(typed) || model.startsWith(typed)) return 0
    return own.includes(typed) ? 1 : 2
  }
  return tools
    .filter((tool) => rank(tool) < 2)
    .sort((one, other) => rank(one) - rank(other))
    .map((tool) => {
      const label = runtimeNameOf(tool)
      const detail = tool.description || tool.parameters.map(({ name }) => name).join(' ')
      return { label, detail, ...place, text: tool.parameters.length > 0 ? `${label} ` : label }
    })
}

/** Parameters that have no value yet: those before the caret took theirs by place or by name. */
function parameters(said: string, word: string, tool: CommandTool, place: Place): readonly Completion[] {
  if (word.includes('=')) return []
  const words = said
    .split(/\s+/)
    .slice(1)
    .filter((one) => one !== '')
  const byName = new Set(words.filter((one) => one.includes('=')).map((one) => one.slice(0, one.indexOf('='))))
  const byPlace = words.filter((one) => !one.includes('=')).length
  return tool.parameters
    .filter(({ name }, index) => index >= byPlace && !byName.has(name) && name.startsWith(word))
    .map(({ name, type, required }) => {
      const detail = [type, required === true ? '' : 'optional'].filter((part) => part !== undefined && part !== '')
      return { label: `${name}=`, detail: detail.join(', '), ...place, text: `${name}=` }
    })
}
