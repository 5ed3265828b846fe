// Every public network, asked one question with the offline model. `npm run bench -- corpus`
import { devAssets } from '@slyglass/environment/testing'
import { COLLECTIONS, type CorpusRow, haveCorpus, playCollection } from '../test/support/corpus.ts'

export async function bench(report: (label: string, figure: string) => void): Promise<void> {
  if (!haveCorpus) return report('the public networks', 'are not at hand; set SLYGLASS_SHARED')
  const hosts = await devAssets()
  const rows: CorpusRow[] = []
  report('network', 'entries requests calls      ms  result')
  for (const collection of COLLECTIONS) {
    await playCollection(collection, hosts, (row) => {
      rows.push(row)
      report(`${collection.name}: ${row.file}`.slice(-64), line(row))
    })
  }
  const counts = new Map<string, number>()
  for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1)
  report(`${rows.length} networks`, [...counts].map(([result, count]) => `${count} ${result}`).join(', '))
}

function line({ entries, requests, calls, milliseconds, result, told }: CorpusRow): string {
  const figures = [entries, requests, calls].map((figure) => String(figure).padStart(7)).join(' ')
  const codes = [...new Set(told.map(({ code }) => code))].join(', ')
  return `${figures} ${milliseconds.toFixed(0).padStart(7)}  ${result}${codes === '' ? '' : ` (${codes})`}`
}
