import { contextBridge, ipcRenderer } from 'electron'
import { CHANNELS } from './bridge.ts'

// The page gets one function per channel, and nothing of Electron or Node.
contextBridge.exposeInMainWorld(
  'winnow',
  Object.fromEntries(
    CHANNELS.map(channel => [channel, (...args: unknown[]) => ipcRenderer.invoke(channel, ...args)]),
  ),
)
