import { numbers as n } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'

/** The notice that the Digital Personal Data Protection Act, 2023 asks for. */
export const privacy: Section[] = [
  {
    title: 'What we keep, and why',
    isList: true,
    lines: [
      'Your name, mobile number, date of birth, gender and, if you give it, your email: to know you again, to reach you about an order, and because an account asks for a grown-up.',
      'The addresses you save with their place on the map, and who receives there: to deliver, and to tell you how fast.',
      'Your bag, wishlist, and the pieces and sizes you asked to be told about: to keep them for you on every device.',
      'Your orders, payments, returns with their photos, invoices and coupons: to fulfil them, and because tax law asks every seller for them.',
      'Reviews and complaints you write: to show the first, with your first name, and to answer the second.',
      'Where your browser takes our notices, and which of them you want: to send you those and no others.',
      'How fast pages were, without anything about who saw them: to make them faster.',
    ],
  },
  {
    title: 'How long',
    isList: true,
    lines: [
      `A sign-in ends after ${n.sessionIdle} without a visit and after ${n.sessionLongest} in any case; a code after ${n.otpValid}.`,
      'What belongs to your account stays until you remove it or delete the account.',
      'Orders, payments and invoices stay for the eight years that tax and company law ask for. Once the account is deleted they stand without your name, number and street.',
      'Measurements of speed go after 30 days.',
    ],
  },
  {
    title: 'What stays on your device',
    lines: [
      'Your bag while you are not signed in, recent searches, the pieces you have looked at, the place you chose, and copies of pages for when there is no line. Signing out empties all of it. We set no cookies, and nobody else’s program runs beside the shop but the payment provider’s, at the checkout.',
    ],
  },
  {
    title: 'Who else sees it',
    lines: [
      'The person who delivers sees the name, number and address of that order. Messages go through a text message provider, online payments through a payment provider, notices through the push service of your browser; each gets what it needs for that and nothing more. Authorities get what the law obliges us to give. We sell nothing to anybody.',
    ],
  },
  {
    title: 'Your consent',
    lines: [
      'We ask for it when you open an account, and keep a record of what you agreed to and when. Your place, notices and everything else beyond an order are asked for separately, and the shop works without them.',
      `You can withdraw a consent as easily as you gave it: turn notices off under My Profile, take the place back in your browser, remove an address, or delete the account. We send at most ${n.offersPerWeek} offers a week, and none unless you want them.`,
    ],
  },
  {
    title: 'Your rights',
    isList: true,
    lines: [
      'To see what we keep: Download my data, under My Profile, gives you all of it.',
      'To have it corrected or completed: change it under My Profile and Addresses, or write to us.',
      'To have it erased: Delete account, under My Profile. It is done at once, as soon as no order is under way.',
      'To name somebody who may use these rights for you after your death or if you no longer can: write to the grievance officer.',
      'To complain: first to the grievance officer below, and then to the Data Protection Board of India.',
    ],
  },
  {
    title: 'Children',
    lines: [
      `Accounts are for people of ${n.age} and older. We keep nothing of children knowingly; should you find that we do, tell us and it goes.`,
    ],
  },
  {
    title: 'How it is guarded',
    lines: [
      'Everything travels encrypted, codes and sign-ins are kept only as fingerprints, and who works here sees no more than the task needs. Should something go wrong with your data all the same, we tell you and the Board without delay.',
    ],
  },
]
