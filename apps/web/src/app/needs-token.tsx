import { type FormEvent, useState } from 'react'
import { Button, Field, Mark } from '../ui/index.ts'
import { readPrinted } from './printed-link.ts'
import './printed-link.css'

/** Without the launch token nothing can be shown; it is in the address that the program printed. */
export function NeedsToken() {
  return (
    <main className="needs-token">
      <Mark />
      <h1>Open the link that Slyglass printed</h1>
      <p>
        This tab has no valid launch token. The terminal in which Slyglass runs shows one line that begins with
        “Slyglass is ready:”. Open that whole link, with everything after <code className="mono">#t=</code>. A link that
        Slyglass opened by itself, with <code className="mono">#c=</code>, works once and for two minutes.
      </p>
      <PrintedLink />
      <p className="text-3">
        The token is new at every start and stays in the tab that it was opened in. If the terminal is closed, start
        Slyglass again with <code className="mono">npm start</code>.
      </p>
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
