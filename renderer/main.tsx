import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { guardEdits } from './lib/drafts/guard-edits.ts'

guardEdits()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
