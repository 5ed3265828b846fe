import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleTool } from './bundle-tool.ts'
import { writeProject } from './testing/index.ts'

function project(files: Readonly<Record<string, string>>) {
  const root = writeProject(files)
  const setting = { projectRoot: root, cacheFolder: join(root, '.cache'), modules: root }
  mkdirSync(setting.cacheFolder)
  return { root, bundle: () => bundleTool(join(root, 'tool.ts'), setting) }
}

describe('bundles that were made before', () => {
  test('a file that was just written is bundled anew each time, whatever its times say', async () => {
    const { root, bundle } = project({ 'tool.ts': 'export const one = 1' })
    const first = await bundle()
    writeFileSync(join(root, 'tool.ts'), 'export const two = 2')
    expect((await bundle()).exports).toEqual(['two'])
    expect(first.exports).toEqual(['one'])
  })

  test('what a tool imports counts too, and so does a bundle that is gone', async () => {
    const { root, bundle } = project({
      'tool.ts': "import { word } from './word.ts'\nexport const say = () => word",
      'word.ts': "export const word = 'old'",
    })
    const paths = new Set([(await bundle()).path])
    // Its files have settled by now, so this one is kept.
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const kept = await bundle()
    expect(await bundle()).toBe(kept)
    paths.add(kept.path)
    expect(paths.size).toBe(1)
    writeFileSync(join(root, 'word.ts'), "export const word = 'new'")
    const changed = await bundle()
    expect(changed.path).not.toBe(kept.path)
    rmSync(changed.path)
    expect((await bundle()).path).toBe(changed.path)
  })
})
