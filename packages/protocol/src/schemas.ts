// Bodies of the studio's commands. The server parses with these; the page only uses their types.
import { z } from 'zod'

const id = z.string().min(1).max(200)
const text = z.string().max(1_000_000, 'a text has at most 1,000,000 characters')
/** JSON text of an object, as typed by a person; checked for being one where it is used. */
const jsonText = z.string().max(10_000_000, 'values as JSON have at most 10,000,000 characters at a time')

/** `POST /api/projects`: open a folder, a shipped sample (a working copy is made once), or a running server by its address. */
export const openProjectSchema = z.union([
  z.strictObject({ path: z.string().min(1).max(4096) }),
  z.strictObject({ sample: id }),
  z.strictObject({ paste: z.strictObject({ name: id, text }) }),
  /** `confirmed`: a person has said that an address of this machine or its network is meant. */
  z.strictObject({
    server: z.strictObject({ address: z.string().min(1).max(2000), confirmed: z.boolean().optional() }),
  }),
])

/** `POST /api/projects/:project/trust`. */
export const trustSchema = z.strictObject({ trusted: z.boolean() })

/** `PUT /api/projects/:project/files/*`: `baseHash` is the hash that the edit started from; null for a new file. */
export const saveFileSchema = z.strictObject({ text: z.string().max(20_000_000), baseHash: z.string().nullable() })

/**
 * `POST /api/runs`. `sly` is merged into the session's vault before the run; a missing session starts a new one. With `debug` coded
 * tools wait for a debugger, and a note of each call says how to attach one. With `call` one tool is called and no model is asked.
 */
export const startRunSchema = z.strictObject({
  project: id,
  network: id,
  message: text,
  session: id.optional(),
  sly: jsonText.optional(),
  /** What tools are to share, laid over what the session shares already; nothing private. */
  deps: jsonText.optional(),
  debug: z.boolean().optional(),
  /** `args` is a JSON object; `times`: one call after the other; `agent`: whose tool it is, where several have it. */
  call: z
    .strictObject({
      tool: id,
      args: jsonText,
      agent: id.optional(),
      times: z.number().int().min(1).max(1000).optional(),
    })
    .optional(),
  /** What makes the message a command, where its network does not say. */
  commandPrefix: z
    .string()
    .regex(/^\S+$/, 'what begins a command holds something and no white space')
    .max(20)
    .optional(),
  /** Only for a new session: one whose private values it begins with, below those of `sly`. */
  slyFrom: id.optional(),
})

/** `POST /api/runs/:run/commands`: a stop, or a decision about a call. 409 when it was decided already or asks about something else. */
export const runCommandSchema = z.discriminatedUnion('kind', [
  z.strictObject({ id, kind: z.literal('cancel') }),
  z.strictObject({
    id,
    kind: z.literal('approve'),
    /** The span of the call, and the digest of the arguments that the person saw. */
    call: z.string().min(1).max(10_000),
    argsSha: z.string().length(64),
    decision: z.enum(['approve', 'reject', 'edit']),
    args: jsonText.optional(),
    reason: text.optional(),
  }),
])

/**
 * `POST /api/projects/:project/tools`: a new coded tool. Without `agent` the front man is to call it; `shared` puts its file where
 * tools of all networks lie.
 */
export const newToolSchema = z.strictObject({
  network: id,
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a name is letters, digits, _ and -, and begins with a letter'),
  language: z.enum(['python', 'typescript']),
  agent: id.optional(),
  shared: z.boolean().optional(),
})

/** `POST /api/projects/:project/samples`: a shipped sample is copied into the project. `overwrite`: over files that are there too. */
export const importSampleSchema = z.strictObject({ sample: id, network: id, overwrite: z.boolean().optional() })

/**
 * `POST /api/projects/:project/shared-tools`: the text of a file that a tool was exported to. Without `agent` the front man is to call
 * it; `name` in place of its own; `overwrite`: over files that are there too.
 */
export const importToolSchema = z.strictObject({
  network: id,
  text: z.string().max(5_000_000),
  agent: id.optional(),
  name: newToolSchema.shape.name.optional(),
  overwrite: z.boolean().optional(),
})

/**
 * `POST /api/projects/:project/networks`: the text of a network, which becomes a file of this name beside the manifest and is listed
 * there. `overwrite`: over a file of that name with another text. Without a text it is a new network with one agent: that is refused
 * where the file is there, and leaves the trust in the folder as it is.
 */
export const importNetworkSchema = z.strictObject({
  name: id,
  text: text.optional(),
  overwrite: z.boolean().optional(),
})

/** `POST /api/imports`: the full path of a file on the server's machine that is to be imported. */
export const readImportSchema = z.strictObject({ path: z.string().min(1).max(4096) })

/** `PUT /api/projects/:project/python`: an interpreter or the folder of a virtual environment; null takes the choice back. */
export const pythonChoiceSchema = z.strictObject({ path: z.string().min(1).max(4000).nullable() })

/** `PUT /api/settings/tools`: whether tools may open connections, from the next call on. */
export const toolSettingsSchema = z.strictObject({ network: z.enum(['on', 'off']) })

/**
 * `POST /api/tails`: one stream for all watched runs and the project's files. With `network` also the rows of its runs as they
 * begin and end, and of those that did so at `since` (milliseconds since 1970) or later.
 */
export const tailsSchema = z.strictObject({
  watch: z.array(z.strictObject({ run: id, after: z.number().int().min(-1) })).max(200),
  project: id.optional(),
  network: id.optional(),
  since: z.number().int().min(0).optional(),
})

/** `POST /api/context`: the message is not sent; what it would ask is answered. Without a session: as the first one of a new one. */
export const askContextSchema = z.strictObject({ project: id, network: id, message: text, session: id.optional() })

/** `POST /api/sessions/:session/tape`: an anchor with a summary, or the end of everything before. */
export const writeTapeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('handoff'), project: id, network: id, name: id.optional(), summary: text }),
  z.strictObject({ kind: z.literal('reset'), project: id, network: id }),
])

/** `PUT /api/sessions/:session/sly`: the vault becomes this object. */
export const putSlySchema = z.strictObject({ json: jsonText })

/** `POST /api/sessions/:session/sly/reveal`. With a fingerprint: the value that had it, if it is still held. */
export const revealSchema = z.strictObject({
  key: z.string().max(1000),
  fingerprint: z.string().max(64).optional(),
})

/**
 * `PUT /api/settings/model`. An absent key leaves the present one; null forgets it. It is held in memory only. `api`: which endpoint
 * is asked; `auto` follows the network and falls back to chat where there is no `/responses`. `reasoningTags`: what becomes of
 * `<think>…</think>` at the beginning of an answer. `strictRoles`: neighbours and system texts are merged on the wire. Of these three
 * an absent one leaves the present choice.
 */
export const modelSettingsSchema = z.strictObject({
  baseUrl: z.string().max(2000).nullable(),
  modelName: z.string().max(200).nullable(),
  apiKey: z.string().max(4000).nullable().optional(),
  api: z.enum(['auto', 'responses', 'chat']).optional(),
  reasoningTags: z.enum(['keep', 'fold']).optional(),
  strictRoles: z.boolean().optional(),
})

/** A body that passed `openProjectSchema`. */
export type OpenProject = z.infer<typeof openProjectSchema>
/** A body that passed `saveFileSchema`. */
export type SaveFile = z.infer<typeof saveFileSchema>
/** A body that passed `startRunSchema`. */
export type StartRun = z.infer<typeof startRunSchema>
/** A body that passed `runCommandSchema`. */
export type RunCommandBody = z.infer<typeof runCommandSchema>
/** A person's decision about a call. */
export type ApproveBody = Extract<RunCommandBody, { kind: 'approve' }>
/** A body that passed `newToolSchema`. */
export type NewTool = z.infer<typeof newToolSchema>
/** A body that passed `importSampleSchema`. */
export type ImportSample = z.infer<typeof importSampleSchema>
/** A body that passed `importToolSchema`. */
export type ImportTool = z.infer<typeof importToolSchema>
/** A body that passed `importNetworkSchema`. */
export type ImportNetwork = z.infer<typeof importNetworkSchema>
/** A body that passed `toolSettingsSchema`. */
export type ToolSettingsBody = z.infer<typeof toolSettingsSchema>
/** A body that passed `tailsSchema`. */
export type Tails = z.infer<typeof tailsSchema>
/** A body that passed `askContextSchema`. */
export type AskContext = z.infer<typeof askContextSchema>
/** A body that passed `writeTapeSchema`. */
export type WriteTape = z.infer<typeof writeTapeSchema>
/** A body that passed `putSlySchema`. */
export type PutSly = z.infer<typeof putSlySchema>
/** A body that passed `revealSchema`. */
export type RevealSly = z.infer<typeof revealSchema>
/** A body that passed `modelSettingsSchema`. */
export type ModelSettings = z.infer<typeof modelSettingsSchema>
