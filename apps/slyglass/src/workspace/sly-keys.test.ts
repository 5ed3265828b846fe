import { expect, test } from 'vitest'
import { findSlyKeys } from './sly-keys.ts'

test('[S-31] keys that a source names are found without running it', () => {
  const python = `
total = sly_data.get("running_cost", 0.0)
if 'token' not in sly_data: raise ValueError
sly_data["order id"] = args["order"]
sly_data.update(more)
total = sly_data.get(name)
`
  expect(findSlyKeys(python)).toEqual(['running_cost', 'token', 'order id'])
  const script = `slyData.total = Number(slyData['last'] ?? 0); if ("seen" in slyData) slyData.has("x")`
  expect(findSlyKeys(script)).toEqual(['total', 'last', 'seen'])
})
