/** Sixty short questions, each with a right answer in other words, and with another answer. */
export const paraphrases: readonly {
  input: string;
  expected: string;
  inOtherWords: string;
  mistaken: string;
}[] = (
  [
    [
      'How long is the warranty of %?',
      '24 months',
      'Each comes with two-year cover from the day you buy it.',
      '36 months',
    ],
    [
      'What does delivery of % cost?',
      'free',
      "You won't be charged for having it brought to you.",
      'ten pounds',
    ],
    [
      'Who repairs %?',
      'the service desk',
      'Take it to the people behind the counter at the door.',
      'the maker',
    ],
    ['How fast is % delivered?', '2 days', 'It normally gets to you within 48 hours of the order.', '5 days'],
    ['Where is % made?', 'the Netherlands', 'It comes from a family workshop in Holland.', 'Denmark'],
    [
      'How do I pay for %?',
      'bank transfer',
      'Please wire the money to the account on your order.',
      'credit card',
    ],
    ['What colour is %?', 'dark red', 'It comes in a deep burgundy shade.', 'light blue'],
    ['When can % be collected?', 'on weekends', 'Come by on any Saturday or Sunday.', 'on weekdays'],
    ['What is % made of?', 'solid wood', 'The whole thing is cut from real timber.', 'plastic'],
    ['May I return % after use?', 'yes', 'That is fine with us, as long as the box is there.', 'no'],
    ['Do you ship % abroad?', 'no', "We don't offer that for customers outside the country.", 'yes'],
    ['How long can % be returned?', '14 days', 'You have a fortnight to send it back to us.', '30 days'],
    ['Who is % meant for?', 'children', 'It is designed for kids from preschool age on.', 'adults'],
    ['What comes with %?', 'a carrying case', 'You get a bag to take it along in the box.', 'a charger'],
    ['How is % cleaned?', 'by hand', 'Wash it yourself and keep it out of the machine.', 'in the machine'],
    ['How often is % serviced?', 'once a year', 'Have it looked at every twelve months.', 'every month'],
    ['What discount do students get on %?', '50 %', 'They pay half of the usual price.', '10 %'],
    ['Which plan covers repairs of %?', 'Business', 'You need the one for companies to have that.', 'Basic'],
    ['Until when is the phone line for % open?', '14:00', 'You can reach us there until 2 pm.', '18:00'],
    [
      'Where is the manual of %?',
      'under the lid',
      'Open the cover and you will see it there.',
      'on the website',
    ],
  ] as const
).flatMap(([question, expected, inOtherWords, mistaken]) =>
  ['the Alder lamp', 'the Birch desk', 'the Cedar chair'].map((what) => ({
    ...{ input: question.replace('%', what), expected, inOtherWords, mistaken },
  })),
);
