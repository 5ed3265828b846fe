import { Option } from 'commander'

/** `--profile`: whose reading of HOCON counts. */
export function profileOption(): Option {
  return new Option('--profile <name>', 'whose reading: the specification, or the loader of neuro-san').choices([
    'spec',
    'neuro-san',
  ])
}
