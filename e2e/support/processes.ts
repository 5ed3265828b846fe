import { readdirSync, readFileSync } from 'node:fs'

/** Process ids whose command line or environment names the text. */
export function processesNaming(text: string): readonly number[] {
  const names = (pid: string) =>
    ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(text))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return names(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}
