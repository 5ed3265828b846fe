import type { RunId } from '@slyglass/base'
import type { Todo } from '@slyglass/run-log'
import { ChevronDown, ChevronRight, Circle, CircleCheck, ListChecks, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { MaskedText, showSpan } from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { LinkButton } from '../../ui/index.ts'
import { orderTodos, statusWord, todoSummary } from './todo-words.ts'
import './todos.css'

/** The list of things to do as it stands, with the calls that changed each; nothing while there is none. */
export function TodoBoard({ turns }: { readonly turns: readonly RunView[] }) {
  const [open, setOpen] = useState(true)
  const view = turns.findLast(({ started }) => started !== undefined)
  const list = view?.todos.list ?? []
  if (view === undefined || list.length === 0) return null
  const Turner = open ? ChevronDown : ChevronRight
  return (
    <section className="todos" aria-label="Things to do">
      <button type="button" className="todos-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ListChecks className="icon icon-s" aria-hidden="true" />
        Todos <span className="text-2">{todoSummary(list)}</span>
        <span className="spacer" />
        <Turner className="icon icon-xs text-3" aria-hidden="true" />
      </button>
      {open ? (
        <ul aria-label="Todos" className="todos-list">
          {orderTodos(list).map((todo) => (
            <TodoRow key={todo.id} todo={todo} run={view.run} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

const GLYPHS = { completed: CircleCheck, in_progress: LoaderCircle }
const TONES: Readonly<Record<string, string>> = { completed: 'ok', in_progress: 'run' }

function TodoRow({ todo, run }: { readonly todo: Todo; readonly run: RunId }) {
  const Glyph = GLYPHS[todo.status as keyof typeof GLYPHS] ?? Circle
  const last = todo.calls.at(-1)
  return (
    <li className="todo" data-status={todo.status}>
      <span className="state" data-tone={TONES[todo.status] ?? 'plain'}>
        <Glyph className="icon icon-s" aria-hidden="true" />
        {statusWord(todo.status)}
      </span>
      <span className="todo-text">
        <MaskedText text={todo.text} />
      </span>
      {todo.priority === '' || todo.priority === 'medium' ? null : <span className="tag">{todo.priority}</span>}
      {last === undefined ? null : (
        <LinkButton
          aria-label={`Show the call that changed ${todo.text}`}
          title={todo.calls.length > 1 ? `${todo.calls.length} calls changed it; this is the last` : undefined}
          onClick={() => showSpan(run, last, 'trace')}
        >
          {todo.calls.length > 1 ? `${todo.calls.length} calls` : 'call'}
        </LinkButton>
      )}
    </li>
  )
}
