import { type FormEvent, useState } from 'react'
import { Button, Field, Keys, Mark } from '../ui/index.ts'
import { readPrinted } from './printed-link.ts'
import './printed-link.css'

/** Without the launch token nothing can be shown; it is in the address that the program printed. */
export function NeedsToken() {
  return (
    <main className="needs-token">
      <Mark />
      <h1>Open the link that Slyglass printed</h1>
      <p>
        This tab has no launch token, or one of an earlier start. The token stays in the tab that it was opened in, is
        new at every start, and is written down nowhere.
      </p>
      <PrintedLink />
      <ol className="token-ways">
        <li>
          <strong>From the terminal.</strong> Where Slyglass runs, look further up for the line that begins with
          “Slyglass is ready:”. Copy it whole, with everything after <code className="mono">#t=</code>, into the field
          above: this tab stays where it is. A link with <code className="mono">#c=</code> works once and for two
          minutes.
        </li>
        <li>
          <strong>From a tab that works.</strong> Duplicate it, from the menu of the tab in the browser: the copy has
          its token. Go to this address there.
        </li>
        <li>
          <strong>If the line is gone.</strong> No command prints it again. Press <Keys>Ctrl C</Keys> in that terminal
          and start Slyglass with the same command, such as <code className="mono">npm start</code> or{' '}
          <code className="mono">npm start -- FOLDER</code>: it prints a new link. Runs that go on are taken up again,
          and other open tabs take the new link too.
        </li>
      </ol>
    </main>
  )
}

/** The link goes into this tab's address, so that the tab stays where it is. */
function PrintedLink() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const open = (event: FormEvent) => {
    event.preventDefault()
    const link = readPrinted(text, location.origin)
    if (link.ok) location.assign(link.value)
    else setFault(link.error)
  }
  return (
    <form className="printed-link" onSubmit={open}>
      <Field label="Printed link" help="Paste it here to stay on this page." fault={fault}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="ink">
        Open
      </Button>
    </form>
  )
}
