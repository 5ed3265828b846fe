// Which kind of file a document is, and the table of its keys.
import type { SchemaTable } from '@slyglass/hocon/language'
import { NETWORK_SCHEMA } from './network-shapes.ts'
import { LLM_INFO_SCHEMA, MANIFEST_SCHEMA, MCP_INFO_SCHEMA, TEST_CASE_SCHEMA, TOOLBOX_SCHEMA } from './other-shapes.ts'

export type FileKind = 'network' | 'manifest' | 'toolbox' | 'llm-info' | 'mcp-info' | 'test-case'

const SCHEMAS: Readonly<Record<FileKind, SchemaTable>> = {
  network: NETWORK_SCHEMA,
  manifest: MANIFEST_SCHEMA,
  toolbox: TOOLBOX_SCHEMA,
  'llm-info': LLM_INFO_SCHEMA,
  'mcp-info': MCP_INFO_SCHEMA,
  'test-case': TEST_CASE_SCHEMA,
}

export const schemaOf = (kind: FileKind): SchemaTable => SCHEMAS[kind]

/** Told from its name, else from the keys that a test case cannot be without. */
export function fileKindOf(doc: string, text = ''): FileKind {
  const name = doc.slice(doc.lastIndexOf('/') + 1).toLowerCase()
  if (/manifest/.test(name)) return 'manifest'
  const hasTools = /(?:^|[{,])\s*"?tools"?\s*[:=]/m.test(text)
  if (/toolbox/.test(name) && !hasTools) return 'toolbox'
  if (/llm_info/.test(name)) return 'llm-info'
  if (/mcp_?(?:servers_?)?info|mcp_servers/.test(name)) return 'mcp-info'
  const isTest = /(?:^|[{,])\s*"?interactions"?\s*[:=[]/m.test(text) && /(?:^|[{,])\s*"?agent"?\s*[:=]/m.test(text)
  // A prompt may show how a test is written.
  return isTest && !hasTools ? 'test-case' : 'network'
}
