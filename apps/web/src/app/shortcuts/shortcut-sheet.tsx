import { Dialog, Keys } from '../../ui/index.ts'
import './shortcuts.css'
import { SHORTCUTS, spellKeys } from './shortcuts.ts'

const MAC = /Mac/.test(navigator.platform)

/** Every key that does something, by the place where it does. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" width={760} onClose={onClose}>
      <div className="shortcuts">
        {SHORTCUTS.map(({ where, shortcuts }) => (
          <section key={where} aria-label={where}>
            <h3 className="eyebrow">{where}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((one) => (
                      <Keys key={one}>{spellKeys(one, MAC)}</Keys>
                    ))}
                  </dt>
                  <dd className="text-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
