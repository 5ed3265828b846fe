// The library prints messages through JavaScript's numbers, where 3.0 is 3: arguments take their place in the printed text.
const ARGUMENTS = 'slyglass: arguments as they are'
const PLACE = new RegExp(`\\{"${ARGUMENTS}":("(?:[^"\\\\]|\\\\.)*")\\}`)

/** What stands for arguments while the library has them. */
export function heldArguments(args: string): Record<string, string> {
  return { [ARGUMENTS]: args }
}

/** A printed message with the arguments as they were given. */
export function withExactArguments(message: string): string {
  if (!message.includes(ARGUMENTS)) return message
  return message.replace(PLACE, (_all, printed: string) => String(JSON.parse(printed)))
}
