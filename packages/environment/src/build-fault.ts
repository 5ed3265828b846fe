// Why a TypeScript file did not become a bundle, for people: a package that is not installed reads as that.

/** What the bundler said, behind what to do about packages that are not there. A file that is imported is none. */
export function buildFaultText(said: string): string {
  const missing = [...new Set([...said.matchAll(PACKAGE)].flatMap(({ groups }) => groups?.name ?? []))]
  if (missing.length === 0) return said
  const are = missing.length === 1 ? `the package ${missing[0]} is` : `the packages ${missing.join(', ')} are`
  return `${are} not installed for this project; run \`npm install ${missing.join(' ')}\` in its folder. ${said}`
}

/** Of `zod/v4` the package is `zod`. */
const PACKAGE = /Could not resolve "(?<name>(?:@[\w.-]+\/)?[\w-][\w.-]*)/g

/** Why a class cannot be had from its files: one of them is broken, or none exports it. */
export function notHadText(className: string, broken: readonly string[], without: readonly string[]): string {
  if (broken.length === 0) return `${className} was not found: ${without.join('; ')}`
  return `${className} cannot be loaded: ${[...broken.map(buildFaultText), ...without].join('; ')}`
}
