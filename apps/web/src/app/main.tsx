import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/controls.css'
import '../ui/surfaces.css'
import './shell.css'
import { takeToken, watchForToken } from './launch-token.ts'
import { Shell } from './shell.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place to draw in')
watchForToken()
takeToken().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  ),
)
