// `npm run --silent slyglass -- …`: the command line on the present sources.
import { launch } from './launch.mjs'

await launch(process.argv.slice(2))
