import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { closeOneLayer } from './lib/close-one-layer.ts'
import { guardEdits } from './lib/drafts/guard-edits.ts'
import { keepFocus } from './lib/keep-focus.ts'
import { watchDoublePresses } from './lib/service/send-once.ts'
import { refuseLargePastes } from './ui/form/large-paste.ts'

// Before the library listens.
closeOneLayer()
guardEdits()
keepFocus()
watchDoublePresses(document)
refuseLargePastes()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
