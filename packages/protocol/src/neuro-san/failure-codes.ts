// What a failure, or a note, means for a client: which messages of a call or an agent stay away.

/** Of what is said about an agent's tools before it works, this is told to clients; the beginnings are neuro-san's. */
export const FOR_CLIENTS = /^(?:agent '|Agent\/tool |Failed to create Agent\/tool |The front-man of external agent )/

/** A class was found, but no tool came of it, so nothing was handed over. */
export const NO_TOOL: ReadonlySet<string> = new Set(['constructor', 'not-a-tool'])

/** Failures before an agent gets to work, after it has said its instructions. */
export const UNASKED: ReadonlySet<string> = new Set(['no-model', 'middleware-setup', 'middleware-invalid'])
