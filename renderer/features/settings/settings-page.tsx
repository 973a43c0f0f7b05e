import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Page } from '../../ui/page/page.tsx'
import { Platforms } from '../../ui/platforms.tsx'
import { Accounts } from './accounts.tsx'
import { DataFolder } from './data-folder.tsx'
import { DeletedRecords } from './deleted.tsx'
import { General } from './general.tsx'
import { Log } from './log.tsx'

const PARTS: Record<string, { title: string; Part: ComponentType }> = {
  general: { title: 'General', Part: General },
  platforms: { title: 'Platforms', Part: Platforms },
  accounts: { title: 'Accounts', Part: Accounts },
  deleted: { title: 'Deleted', Part: DeletedRecords },
  data: { title: 'Data folder', Part: DataFolder },
  log: { title: 'Log', Part: Log },
}

/** The settings of the service and of this window. */
export function SettingsPage() {
  const navigate = useNavigate()
  const { part = 'general' } = useParams()
  const currentPart = part in PARTS ? part : 'general'
  return (
    <Page title="Settings">
      <Tabs
        value={currentPart}
        onChange={chosen => void navigate(`/settings/${chosen}`)}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb={24}>
          {Object.entries(PARTS).map(([name, { title }]) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(PARTS).map(([name, { Part }]) => (
          <Tabs.Panel key={name} value={name}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
