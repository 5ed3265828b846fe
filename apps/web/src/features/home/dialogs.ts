// What is asked for by a button of Home: one chunk, loaded with the first of them.
export { OpenFolderDialog } from './open-folder-dialog.tsx'
export { OpenServerDialog } from './open-server-dialog.tsx'
export { PasteDialog } from './paste-dialog.tsx'
