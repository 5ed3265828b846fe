import type { Reported } from './reported.ts'

/** The results as JUnit XML, which build servers read. */
export function printJunit(results: readonly Reported[]): string {
  const failed = results.filter((one) => !one.passed).length
  const seconds = results.reduce((sum, one) => sum + one.milliseconds, 0) / 1000
  const skips = results.filter((one) => one.skipped === true).length
  const skipping = skips === 0 ? '' : ` skipped="${skips}"`
  const head = `<testsuite name="slyglass" tests="${results.length}" failures="${failed}"${skipping} time="${seconds.toFixed(3)}">`
  const cases = results.map(({ name, passed, skipped, faults, notes = [], milliseconds }) => {
    const open = `  <testcase classname="slyglass" name="${escaped(name)}" time="${(milliseconds / 1000).toFixed(3)}"`
    if (skipped === true) return `${open}>\n    <skipped/>\n  </testcase>`
    const said = notes.length === 0 ? '' : `\n    <system-out>${escaped(notes.join('\n'))}</system-out>`
    if (passed) return said === '' ? `${open}/>` : `${open}>${said}\n  </testcase>`
    const [first = ''] = faults
    return `${open}>\n    <failure message="${escaped(first)}">${escaped(faults.join('\n'))}</failure>${said}\n  </testcase>`
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...cases, '</testsuite>', ''].join('\n')
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no place for control characters. */
function escaped(text: string): string {
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
  return plain.replace(/[&<>"]/g, (unit) => NAMED[unit] ?? unit).replaceAll('\n', '&#10;')
}
