import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { PLACES, type Place } from '../routes.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { Logo } from './logo.tsx'
import classes from './shell.module.css'

/** The pages, what one works with first; then the account. */
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
      <AccountSwitcher narrow={narrow} />
      <Tooltip label={narrow ? 'Show names' : 'Icons alone'} position="right">
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={8}
          ml={4}
          aria-label={narrow ? 'Show the names of pages' : 'Show icons alone'}
          onClick={onToggle}
        >
          {narrow ? (
            <IconLayoutSidebarLeftExpand size={18} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </>
  )
}

const Links = ({ part, narrow }: { part: Place['part']; narrow: boolean }) =>
  PLACES.filter(place => place.part === part).map(place => (
    <Tooltip key={place.path} label={place.title} position="right" disabled={!narrow}>
      <NavLink to={place.path} end={place.path === '/'} className={classes.link!} aria-label={place.title}>
        <place.icon size={18} aria-hidden />
        {!narrow && place.title}
      </NavLink>
    </Tooltip>
  ))
