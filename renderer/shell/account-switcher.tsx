import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { chooseAccount, useAccount } from '../lib/account.ts'
import { accountsQuery } from '../lib/machine.ts'
import classes from './shell.module.css'

/** The account that the window works for, and the others. */
export function AccountSwitcher({ narrow }: { narrow: boolean }) {
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
            rightSection={name === account ? <IconCheck size={16} aria-label="chosen" /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
