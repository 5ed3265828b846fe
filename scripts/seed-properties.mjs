// Property tests take the same cases on every `npm test`, so that red means broken; `npm run soak` takes new ones each time.
import fc from 'fast-check'

if (process.env.SLYGLASS_SOAK !== '1') fc.configureGlobal({ seed: 20_261_130 })
