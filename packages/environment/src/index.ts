export { type BuiltInHosts, withBuiltInTools } from './builtin/built-in-hosts.ts'
export { checkSource } from './check-source.ts'
export type { CodePortOptions } from './code/code-options.ts'
export { type CodeCells, createCodePort } from './code/create-code-port.ts'
export { codeInEnvironments } from './environments/code-in-environments.ts'
export { createEnvironments, type Environments, type SessionEnvironment } from './environments/environments.ts'
export { HostEnvironment, type HostEnvironmentOptions } from './environments/host-environment.ts'
export { findPython, type PythonSearch } from './find-python.ts'
export { type FindToolOptions, findToolSource, type ToolSource } from './find-tool-source.ts'
export { hasBubblewrap } from './isolation.ts'
export { type ListedPython, listPythons, type PythonOrigin } from './list-pythons.ts'
export { createMcpPort, type McpOptions, type McpServers } from './mcp/mcp-port.ts'
export { onceATurn } from './once-a-turn.ts'
export {
  type Connectivity,
  type ListedNetwork,
  type OpenServer,
  openServer,
  readServerAddress,
  type ServerFault,
} from './open-server.ts'
export type { HostAssets, HostLimits, HostTimes, ToolHostOptions } from './options.ts'
export { createRemoteNetworks } from './remote-network.ts'
export { createToolHosts, type ToolHosts } from './tool-hosts.ts'
export { runUnitTests, type UnitTest, type UnitTestRun, type UnitTestSetting } from './unit-tests/run-unit-tests.ts'
