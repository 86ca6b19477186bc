export const texts = {
  you: 'You',
  name: 'Name',
  role: 'Role',
  phone: 'Mobile number',
  warehouses: 'Warehouses',
  allWarehouses: 'All warehouses',
  devices: {
    title: 'Your devices',
    intro: 'You’re logged in to the desk on these devices. Log out of any you don’t know.',
    loading: 'Loading your devices…',
    couldNotLoad: 'We couldn’t load your devices.',
    thisDevice: 'This device',
    usage: (since: string, lastUsed: string) => `Since ${since}, last used ${lastUsed}`,
    logOutOf: (device: string, since: string) => `Log out of ${device}, logged in ${since}`,
    couldNotLogOut: 'We couldn’t log out of that device. Please try again.',
    loggedOut: (device: string) => `${device} is logged out.`,
  },
  install: {
    title: 'Install the desk',
    intro: 'It gets its own icon, fills the screen and opens without a connection.',
    install: 'Install',
    iosSteps: [
      'Tap Share in the browser’s toolbar.',
      'Choose Add to Home Screen.',
      'Tap Add, then open the desk from its icon.',
    ],
  },
} as const
