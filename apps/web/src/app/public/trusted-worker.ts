// Workers are files of this origin and nothing else; the policy is the only way to make one.

interface WorkerPolicy {
  createScriptURL(url: string): unknown
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): WorkerPolicy
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

function ownScript(url: string): string {
  const target = new URL(url, location.href)
  if (target.origin !== location.origin) throw new TypeError(`a worker from ${target.origin} is refused`)
  return target.href
}

const rules = { createScriptURL: ownScript }
const policy: WorkerPolicy = globalThis.trustedTypes?.createPolicy('slyglass-worker', rules) ?? rules

/** A module worker from a URL of this origin. */
export function createWorker(url: string): Worker {
  // With Trusted Types the policy answers an object that only the Worker constructor understands.
  return new Worker(policy.createScriptURL(url) as string, { type: 'module' })
}
