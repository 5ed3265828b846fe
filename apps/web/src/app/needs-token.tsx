import { Mark } from '../ui/index.ts'

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
      <p className="text-3">
        The token is new at every start and stays in the tab that it was opened in. If the terminal is closed, start
        Slyglass again with <code className="mono">npm start</code>.
      </p>
    </main>
  )
}
