import { studioOf } from '@slyglass/network'
import { isRunning, type RunView } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { ToneGlyph } from '../../ui/index.ts'
import { limitBars, limitTone, TONE_WORDS } from './limit-words.ts'

/** How much of what the conversation may use is used; nothing where it has no end. */
export function LimitStrip({ turns }: { readonly turns: readonly RunView[] }) {
  const network = useStudio((state) => state.network)
  const view = turns.findLast(({ started }) => started !== undefined)
  if (network === undefined || view === undefined) return null
  const bars = limitBars(studioOf(network, network.frontMan), view.limits, isRunning(view))
  if (bars.length === 0) return null
  return (
    <div className="limits">
      {bars.map((one) => {
        const tone = limitTone(one)
        return (
          <div key={one.name} className="limit" data-tone={tone}>
            <span className="text-2">{one.name}</span>
            <div
              role="progressbar"
              aria-label={one.name}
              aria-valuemin={0}
              aria-valuemax={one.most}
              aria-valuenow={Math.min(one.used, one.most)}
              aria-valuetext={`${one.words} ${TONE_WORDS[tone]}`.trim()}
              className="limit-bar"
            >
              <span style={{ transform: `scaleX(${Math.min(1, one.used / Math.max(1, one.most))})` }} />
            </div>
            <span className="limit-words">
              {tone === 'plain' ? null : <ToneGlyph tone={tone} className="icon icon-xs" />}
              {one.words} {TONE_WORDS[tone]}
            </span>
          </div>
        )
      })}
    </div>
  )
}
