/** One thing that is wrong with the arguments of a call. `path` is like `a.b` or `rows[0]`. */
export type ArgumentError =
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'type'; readonly path: string; readonly expected: string; readonly actual: string }
  | { readonly kind: 'enum'; readonly path: string; readonly expected: readonly string[]; readonly actual: string }
  | { readonly kind: 'rule'; readonly path: string; readonly message: string; readonly actual: string }

/** The error in words, without the tool's name. Missing ones are told together elsewhere. */
export function argumentErrorText(error: ArgumentError): string {
  switch (error.kind) {
    case 'missing':
      return `Missing required fields: ${error.path}`
    case 'type':
      return `Type mismatch: ${error.path}: expected ${error.expected}, got ${error.actual}`
    case 'enum':
      return `Invalid value: ${error.path}: expected one of ${error.expected.join(', ')}, got ${error.actual}`
    case 'rule':
      return `Invalid value: ${error.path}: ${error.message}, got ${error.actual}`
    default:
      return error satisfies never
  }
}
