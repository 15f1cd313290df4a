/** For tests of what is done with the words of letters: those of the letters that are sent may be changed at any time. */
export const sampleLetterWords = `<!--
How it is written.
-->

# Creator

Subject: Come in
Preview: The door is open.
Lead: The door is open.
Headline: {name}, *come in.*
Headline without a name: *Come* in.

You asked to join {brand}.

The card is *yours*, and **free**.

## What follows

1. **Card.** It comes by post.
2. **Visit.** You show it in {city}.

We launch {launch}.

## Your answer

Reply to this letter.

## Why you got this

You applied on {date}, at {site}.

Added: We added you on {date}.

# Venue

Subject: Open your door
Preview: The guests come.
Lead: The guests come.
Headline: {name} *opens.*
Headline without a name: Your venue *opens.*

You asked to partner with {brand}.

## What follows

1. **Guests.** They show the card.

We launch in {city}, {launch}.

## Your answer

Reply to this letter.

## Why you got this

You applied on {date}, at {site}.

# Creator, declined

Subject: You wrote to {brand}
Added: Subject: The list of {brand}
Headline: {name}, thank you.
Headline without a name: Thank you.

You applied on {date}, at {site}, and are not invited.

Added: We added you on {date},
and you are not invited.

You need not do anything.

# Venue, declined

Subject: You wrote to {brand}
Headline: {name}, thank you.
Headline without a name: Thank you.

You applied on {date}, at {site}, and your venue is not invited.

You need not do anything.

# Declined, our own sentence
`;
