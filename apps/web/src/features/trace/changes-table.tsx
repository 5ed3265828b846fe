import { MaskedText } from '../../app/public/run-widgets.ts'
import type { JsonChange } from './json-changes.ts'

/** What changed, place by place. */
export function ChangesTable({ changes, label }: { readonly changes: readonly JsonChange[]; readonly label: string }) {
  if (changes.length === 0) return <p className="text-3">Nothing differs.</p>
  return (
    <table className="table detail-changes" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row" className="mono">
              {path === '' ? 'all of it' : path}
            </th>
            <td className="mono" data-side="before">
              {before === undefined ? <span className="text-3">not there</span> : <MaskedText text={before} />}
            </td>
            <td className="mono" data-side="after">
              {after === undefined ? <span className="text-3">gone</span> : <MaskedText text={after} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
