import { contextBridge, ipcRenderer } from 'electron'
import { CHANNELS } from './bridge.ts'

// The page gets one function a channel and nothing of Electron or Node.
contextBridge.exposeInMainWorld(
  'winnow',
  Object.fromEntries(
    CHANNELS.map(channel => [channel, (...args: unknown[]) => ipcRenderer.invoke(channel, ...args)]),
  ),
)
