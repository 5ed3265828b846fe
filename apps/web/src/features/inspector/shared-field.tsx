import type { SourceRange } from '@slyglass/network'
import { type ReactNode, useEffect, useState } from 'react'
import { useUsers } from '../../app/public/origins.ts'
import { Button, LinkButton } from '../../ui/index.ts'
import { CommittedField } from './committed-field.tsx'
import { PlaceLink } from './origin-link.tsx'

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string
  readonly mono?: boolean | undefined
  readonly rows?: number | undefined
  readonly help: ReactNode
  readonly fault?: string | undefined
  /** Where the value is defined. */
  readonly at: SourceRange
  /** Changes it where it is defined. */
  there?: ((value: string) => void) | undefined
  /** Writes it in this entry. */
  here(value: string): void
}

/** A value that is defined elsewhere: a changed one waits until a person says where the change goes. */
export function SharedField({ value, help, there, here, at, ...rest }: Props) {
  const [asked, setAsked] = useState<string>()
  // Whatever was decided, or came from elsewhere, shows in the value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value ends the question
  useEffect(() => setAsked(undefined), [value])
  const decide = (change: (value: string) => void) => {
    if (asked !== undefined) change(asked)
    setAsked(undefined)
  }
  return (
    <div className="shared-field">
      <CommittedField
        {...rest}
        value={asked ?? value}
        help={asked === undefined ? help : undefined}
        onCommit={(text) => setAsked(text === value ? undefined : text)}
      />
      {asked === undefined ? null : (
        <fieldset className="here-or-there" aria-label={`Where to change ${rest.label}`}>
          <p>
            It is defined in <PlaceLink at={at} />. Where does the change go?
          </p>
          {there === undefined ? null : <ThereButton at={at} onChoose={() => decide(there)} />}
          <Button small onClick={() => decide(here)}>
            Override here
          </Button>
          <LinkButton onClick={() => setAsked(undefined)}>Cancel</LinkButton>
        </fieldset>
      )}
    </div>
  )
}

function ThereButton({ at, onChoose }: { readonly at: SourceRange; onChoose(): void }) {
  const users = useUsers(at)
  return (
    <Button small look="ink" onClick={onChoose}>
      {users === undefined
        ? 'Edit where it is defined'
        : `Edit where it is defined (used by ${users.length === 1 ? '1 network' : `${users.length} networks`})`}
    </Button>
  )
}
