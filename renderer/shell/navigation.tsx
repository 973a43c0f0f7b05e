import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconCheck,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { chooseAccount, useAccount } from '../lib/service/account.ts'
import { accountsQuery } from '../lib/service/machine.ts'
import { NAV_PAGES, type NavPage } from '../routes.tsx'
import { Logo } from './logo.tsx'
import classes from './shell.module.css'

/** The links to all pages, and the account switcher. */
export function Navigation({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  return (
    <>
      <div className={classes.brand}>
        <Logo />
        {!narrow && <span>Winnow</span>}
      </div>
      <nav aria-label="Pages" style={{ flex: 1, overflow: 'auto' }}>
        <Links part="work" narrow={narrow} />
        <hr className={classes.rule} />
        <Links part="manage" narrow={narrow} />
      </nav>
      <div className={classes.below}>
        <AccountSwitcher narrow={narrow} />
        <Tooltip label={narrow ? 'Expand navigation' : 'Collapse navigation'} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            ml={4}
            aria-label={narrow ? 'Expand navigation' : 'Collapse navigation'}
            onClick={onToggle}
          >
            {narrow ? (
              <IconLayoutSidebarLeftExpand size={18} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  )
}

const Links = ({ part, narrow }: { part: NavPage['part']; narrow: boolean }) =>
  NAV_PAGES.filter(page => page.part === part).map(place => (
    <Tooltip key={place.path} label={place.title} position="right" disabled={!narrow}>
      <NavLink to={place.path} end={place.path === '/'} className={classes.link!} aria-label={place.title}>
        <place.icon size={18} aria-hidden />
        {!narrow && place.title}
      </NavLink>
    </Tooltip>
  ))

/** Shows the current account and switches to others. */
function AccountSwitcher({ narrow }: { narrow: boolean }) {
  const account = useAccount()
  const accounts = useQuery(accountsQuery)
  return (
    <Menu position="right-end">
      <Menu.Target>
        <UnstyledButton className={classes.link!} aria-label={`Account: ${account}`}>
          <IconUser size={18} aria-hidden />
          {!narrow && account}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Account</Menu.Label>
        {accounts.data?.data.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => chooseAccount(name)}
            rightSection={name === account ? <IconCheck size={16} aria-label="selected" /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
