export const texts = {
  more: 'More pages',
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
  passkeys: {
    title: 'Your passkeys',
    intro:
      'With a passkey you log in with your fingerprint, face or screen lock instead of an OTP. It’s faster than an OTP, and safer.',
    loading: 'Loading your passkeys…',
    couldNotLoad: 'We couldn’t load your passkeys.',
    add: 'Add a passkey',
    adding: 'Adding…',
    added: 'The passkey is saved. Next time, choose “Use passkey” to log in.',
    usage: (since: string, lastUsed: string | undefined) =>
      lastUsed ? `Since ${since}, last used ${lastUsed}` : `Since ${since}, not used yet`,
    remove: 'Remove',
    removeNamed: (device: string) => `Remove the passkey of ${device}`,
    removeTitle: 'Remove this passkey?',
    removeBody: (device: string) =>
      `It was made on ${device}. You can’t log in with it any more; delete it in that device’s settings too.`,
    removeNow: 'Remove',
    removing: 'Removing…',
    couldNotRemove: 'We couldn’t remove it. Please try again.',
    notPossible: 'This browser can’t make passkeys.',
    problems: {
      notUsed: 'No passkey was made. Try again when you’re ready.',
      exists: 'This device has a passkey of yours already.',
      otherwise: 'We couldn’t make a passkey. Please try again.',
    },
    notice: {
      label: 'Passkey',
      body: 'Owners and managers should log in with a passkey: it’s faster than an OTP, and safer.',
      open: 'Set it up',
      notNow: 'Not now',
    },
  },
  notifications: {
    title: 'Notifications',
    intro:
      'You’re told about new orders of your warehouses, also while the desk is closed. Each device has its own switch.',
    turnOn: 'Turn on notifications',
    turnOff: 'Turn off notifications',
    changing: 'Saving…',
    failed: 'We couldn’t change this. Please try again.',
    test: 'Send a test notification',
    testing: 'Sending…',
    tested:
      'We’ve sent a test. If it doesn’t arrive within a minute, check the notification settings of this device.',
    testFailed: 'We couldn’t send a test. Please try again.',
    states: {
      on: 'Notifications are on.',
      off: 'Notifications are off.',
      denied:
        'Notifications are blocked in your browser settings. Allow them there for this page, then reload it.',
      none: 'This browser doesn’t support notifications.',
      install: 'Install the desk first: on an iPhone, only installed apps get notifications.',
    },
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
