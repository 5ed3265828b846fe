import type { Failure } from '@slyglass/run-log'
import { MaskedText } from '../../app/public/run-widgets.ts'
import { ToneGlyph } from '../../ui/index.ts'
import { faultsOf, linesOf } from './argument-faults.ts'

/** Arguments with the places marked that did not fit; undefined where nothing is known to mark. */
export function markedArguments(args: string, failure: Failure | undefined) {
  const faults = faultsOf(failure)
  const lines = linesOf(args, faults)
  return lines === undefined ? undefined : <MarkedArguments lines={lines} />
}

function MarkedArguments({ lines }: { readonly lines: NonNullable<ReturnType<typeof linesOf>> }) {
  return (
    <div className="code marked-arguments">
      {lines.map((line, index) => (
        // Lines of recorded arguments never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} data-fault={line.fault !== undefined}>
          <span>
            <MaskedText text={line.text} />
          </span>
          {line.fault === undefined ? null : (
            <span className="marked-fault">
              <ToneGlyph tone="fail" className="icon icon-xs" />
              {line.path} {line.fault}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
