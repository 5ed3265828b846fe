import { join } from 'node:path'
import { findToolSource } from '@slyglass/environment'
import type { Network } from '@slyglass/network'
import type { SampleReply } from '@slyglass/protocol'
import type { ProjectNetworks } from './networks.ts'
import { type Project, projectIdOf } from './projects.ts'
import { listSamples } from './samples.ts'
import { toolSources } from './tool-paths.ts'

/** A card for every network of the shipped samples. */
export async function readSampleCards(shipped: string, networks: ProjectNetworks): Promise<readonly SampleReply[]> {
  const names = await listSamples(shipped)
  return (await Promise.all(names.map((name) => readSample(join(shipped, name), name, networks)))).flat()
}

async function readSample(root: string, name: string, networks: ProjectNetworks): Promise<readonly SampleReply[]> {
  const project: Project = { id: projectIdOf(root), name, root, sample: true }
  const { networks: listed } = await networks.manifest(project)
  const read = await Promise.all(listed.map((entry) => networks.read(project, entry.name)))
  return read.flatMap((found) => (found === undefined ? [] : [toCard(name, root, found.network)]))
}

function toCard(sample: string, root: string, network: Network): SampleReply {
  const { name, description, entries, tags } = network
  const title = name.slice(name.lastIndexOf('/') + 1)
  return {
    name: sample,
    network: name,
    title,
    description,
    entries: entries.length,
    tags,
    needs: languages(root, network),
  }
}

function languages(root: string, network: Network): SampleReply['needs'] {
  const sources = toolSources(root, network.name, {})
  const found = network.entries
    .flatMap((entry) => (entry.className === undefined ? [] : [findToolSource(sources, entry.className)]))
    .flatMap((source) => (source.found ? [source.language] : []))
  return [...new Set(found)].sort()
}
