/** Marks a case that the types rule out; reaching it is a defect of ours. */
export function assertNever(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`)
}
