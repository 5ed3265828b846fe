// `npm start [-- DIR --port N --no-open]`: installs and builds when needed, then opens the studio.
// Nothing is imported before the check, and its syntax is old: an old Node must be able to read it and say what is needed.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Slyglass needs Node 20.19 or newer; this is Node ${process.versions.node}. Get it from https://nodejs.org/`,
  )
  process.exitCode = 1
} else {
  import('./launch.mjs').then((launch) => launch.launch(['open'].concat(process.argv.slice(2))))
}
