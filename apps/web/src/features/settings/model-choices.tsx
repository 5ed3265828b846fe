import type { ModelStatus } from '@slyglass/protocol'
import { Field } from '../../ui/index.ts'

interface Choice<V extends string> {
  readonly value: V
  readonly text: string
  readonly help: string
}

interface ChoiceFieldProps<V extends string> {
  readonly label: string
  readonly choices: readonly [Choice<V>, ...Choice<V>[]]
  readonly value: V
  choose(value: V): void
}

/** One of a few ways; the chosen one is explained below. */
function ChoiceField<V extends string>({ label, choices, value, choose }: ChoiceFieldProps<V>) {
  const named = (text: string) => choices.find((choice) => choice.value === text) ?? choices[0]
  return (
    <Field label={label} help={named(value).help}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={(event) => choose(named(event.target.value).value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const APIS: ChoiceFieldProps<ModelStatus['api']>['choices'] = [
  {
    value: 'auto',
    text: 'As the network says',
    help: 'Where an endpoint turns out to have no /responses, chat completions are asked from then on, and the run says so.',
  },
  {
    value: 'responses',
    text: 'Responses',
    help: 'Every request goes to /responses, whatever the network says. An endpoint without it fails the run.',
  },
  {
    value: 'chat',
    text: 'Chat completions',
    help: 'Every request goes to /chat/completions, whatever the network says.',
  },
]

const TAGS: ChoiceFieldProps<ModelStatus['reasoningTags']>['choices'] = [
  {
    value: 'keep',
    text: 'Keep in the answer',
    help: 'Texts stay as they come, as neuro-san keeps them.',
  },
  {
    value: 'fold',
    text: 'Fold away',
    help: '<think>…</think> at the beginning of an answer is no part of it and not sent back. The trace has it, and the raw text.',
  },
]

const ROLES: ChoiceFieldProps<'off' | 'on'>['choices'] = [
  { value: 'off', text: 'Off', help: 'Messages are sent as they are.' },
  {
    value: 'on',
    text: 'On',
    help: 'For models whose chat template wants user and assistant in turns: neighbours and system texts are merged in the request. The trace shows it as sent.',
  },
]

/** How an endpoint is asked, and what is done with what it says. */
export type ModelChoices = Pick<ModelStatus, 'api' | 'reasoningTags' | 'strictRoles'>

interface ModelChoicesProps {
  readonly choices: ModelChoices
  choose(choices: ModelChoices): void
}

export function ModelChoiceFields({ choices, choose }: ModelChoicesProps) {
  return (
    <>
      <ChoiceField label="Endpoint" choices={APIS} value={choices.api} choose={(api) => choose({ ...choices, api })} />
      <ChoiceField
        label="Reasoning tags"
        choices={TAGS}
        value={choices.reasoningTags}
        choose={(reasoningTags) => choose({ ...choices, reasoningTags })}
      />
      <ChoiceField
        label="Strict roles"
        choices={ROLES}
        value={choices.strictRoles ? 'on' : 'off'}
        choose={(roles) => choose({ ...choices, strictRoles: roles === 'on' })}
      />
    </>
  )
}
