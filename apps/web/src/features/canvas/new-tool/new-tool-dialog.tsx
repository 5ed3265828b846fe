import { type Network, toolNameFault } from '@slyglass/network'
import { useState } from 'react'
import { writeTool } from '../../../app/public/write-tool.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { AskDialog, Field, Segments, useFocusOnMount } from '../../../ui/index.ts'
import { WrittenAtOnce } from '../../../ui/written-at-once.tsx'
import { freeName } from '../free-name.ts'
import { AgentField, useCaller } from './agent-field.tsx'

interface Props {
  readonly network: Network
  onClose(): void
}

type Language = 'python' | 'typescript'
type Place = 'network' | 'shared'

const LANGUAGES = [
  { value: 'python', text: 'Python' },
  { value: 'typescript', text: 'TypeScript' },
] as const
const PLACES = [
  { value: 'network', text: 'For this network' },
  { value: 'shared', text: 'Shared' },
] as const
const PLACE_WORDS = {
  network: 'Its file lies beside the tools of this network. Right where only this network needs it.',
  shared: 'Its file lies where the classes of all networks are looked for. Right where several of them need it.',
} as const

const NAME_WORDS =
  'Letters, digits, _ and -, beginning with a letter. Models call it by this name; its file and its class are named after it.'

// An empty field is no mistake yet.
const nameFault = (network: Network, name: string) =>
  name === ''
    ? undefined
    : toolNameFault(
        name,
        network.entries.map((entry) => entry.name),
      )

/** Asks what a new coded tool needs to be written: it runs as soon as it is there. */
export function NewToolDialog({ network, onClose }: Props) {
  const first = useFocusOnMount<HTMLInputElement>()
  const [name, setName] = useState(() => freeName(network, 'new_tool'))
  const [language, setLanguage] = useState<Language>('python')
  const [place, setPlace] = useState<Place>('network')
  const [agent, setAgent, agents] = useCaller(network)
  const [fault, setFault] = useState<string>()
  const typed = name.trim()
  const misnamed = nameFault(network, typed)
  const write = async () => {
    const shared = place === 'shared'
    const refusal = await writeTool({ network: network.name, name: typed, language, agent, shared })
    setFault(refusal?.why)
    return refusal === undefined
  }
  return (
    <AskDialog
      title="New coded tool"
      action="Write tool"
      ready={typed !== '' && misnamed === undefined}
      onSend={write}
      onClose={onClose}
    >
      <Field label="Name" fault={misnamed ?? fault} help={NAME_WORDS}>
        {(control) => <CodeInput {...control} ref={first} value={name} onText={setName} />}
      </Field>
      <Segments<Language> label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
      <Segments<Place> label="Place" value={place} options={PLACES} onChange={setPlace} />
      <p className="text-2">{PLACE_WORDS[place]}</p>
      <AgentField agents={agents} agent={agent} onAgent={setAgent} />
      <WrittenAtOnce />
    </AskDialog>
  )
}
