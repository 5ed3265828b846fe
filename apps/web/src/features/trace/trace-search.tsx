import { Search } from 'lucide-react'

interface TraceSearchProps {
  readonly label: string
  /** What stands in the empty field. */
  readonly hint: string
  readonly words: string
  onWords(words: string): void
}

export function TraceSearch({ label, hint, words, onWords }: TraceSearchProps) {
  return (
    <label className="trace-search">
      <Search className="icon icon-s text-3" aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
    </label>
  )
}
