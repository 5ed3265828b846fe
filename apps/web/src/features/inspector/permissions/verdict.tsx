import type { PermissionReply } from '@slyglass/protocol'
import { openFile } from '../../../app/public/files.ts'
import { LinkButton, Pill } from '../../../ui/index.ts'

const VERDICTS = {
  allowed: { tone: 'plain', word: 'allowed' },
  asks: { tone: 'wait', word: 'asks first' },
  blocked: { tone: 'fail', word: 'blocked' },
} as const

/** What comes of a call, in a word. */
export function Verdict({ verdict }: Pick<PermissionReply, 'verdict'>) {
  const { tone, word } = VERDICTS[verdict]
  return <Pill tone={tone}>{word}</Pill>
}

/** Why, with the key that decides and where it is written. */
export function Why({ row, onOpen }: { readonly row: PermissionReply; onOpen?(): void }) {
  const { reason, rule, place } = row
  const open = () => {
    if (place === undefined) return
    onOpen?.()
    void openFile(place.doc, place)
  }
  return (
    <>
      <span className="permission-reason">{sentence(reason)}</span>
      {rule === undefined ? null : place === undefined ? (
        <span className="text-3">
          <code>{rule}</code>
        </span>
      ) : (
        <LinkButton className="mono" title={`In ${place.doc}`} onClick={open}>
          {rule}
        </LinkButton>
      )}
    </>
  )
}

/** The name of a key stays as it is written. */
const sentence = (text: string) =>
  /^\w*[_.]/.test(text) ? `${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
