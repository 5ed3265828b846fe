import type { TranscriptCall } from '@slyglass/run-log'
import { MaskedText } from '../../app/public/run-widgets.ts'
import { ToneGlyph } from '../../ui/index.ts'

/** What a call is warned of, such as that an older version of its file ran: told without opening it, also where it went well. */
export function CallWarnings({ call }: { readonly call: TranscriptCall }) {
  return call.warnings?.map((text) => (
    <div key={text} className="model-read call-warning" data-tone="wait">
      <ToneGlyph tone="wait" className="icon icon-s" />
      <p>
        <MaskedText text={text} />
      </p>
    </div>
  ))
}
