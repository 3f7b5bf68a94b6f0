import { POST_KINDS } from '../cascade/postKinds.ts';

/** Index into this list is the number stored in columns. */
export const TOPICS = [
  'transport',
  'health',
  'housing',
  'climate',
  'science',
  'football',
  'music',
  'food',
] as const;
/** Name of a topic. */
export type Topic = (typeof TOPICS)[number];

/**
 * The text of a post, a pure function of three numbers. A reply's or reshare's own words do not depend on the
 * topic.
 * @param kind index into POST_KINDS.
 * @param topic index into TOPICS.
 * @param pick any uint32; selects a text of the list.
 */
export function composePostText(kind: number, topic: number, pick: number): string {
  const texts = listPostTexts(kind, topic);
  return texts[(pick >>> 0) % texts.length];
}

function listPostTexts(kind: number, topic: number): readonly string[] {
  switch (POST_KINDS[kind]) {
    case 'original':
      return SEED_POSTS[TOPICS[topic]];
    case 'reply':
      return REPLIES;
    case 'reshare':
      return COMMENTS;
    default:
      throw new RangeError(`no post kind has the number ${kind}`);
  }
}

/** Replies to a post on any topic; at most 140 characters each. */
export const REPLIES = [
  'This is exactly how it is here too, down to the details.',
  'Not sure I agree. What would change your mind?',
  'Thank you for writing this down. I had given up explaining it.',
  'Where was this? I would like to see it for myself.',
  'My neighbour said the same thing yesterday, and I laughed at him. Sorry, neighbour.',
  'Do you have numbers for that? I am asking because I would use them.',
  'I read this out at breakfast and now the whole table is arguing.',
  'Small correction from somebody who works there: it is worse on Mondays.',
  'You made my evening, and it was not an easy evening.',
  'I see it the other way round, but I am glad that somebody says it out loud.',
  'How did it end? You cannot stop there.',
  'We tried that in our town. The first month was chaos, now nobody wants to go back.',
  'I needed a minute with this one.',
  'And who pays for it? I mean it as a real question.',
  'My mother, 81, sends you a heart. She does not know how to press the button.',
  'That second sentence. Yes.',
  'It is more complicated than that, though I wish it were not.',
  'Keep going. Some of us read every word and never say so.',
  'Could you post a picture? I cannot quite imagine it.',
  'I was there! I was the one in the yellow raincoat.',
  'For what it is worth: it took us three years, and it was worth it.',
  'Somebody should put this on a wall.',
  'I disagree with nearly all of it and would still buy you a coffee.',
  'Is that still so? The last I heard was before the summer.',
  'Saved. This goes straight to my sister, who will not believe it.',
  'Funny, I remember it quite differently, and I was standing next to you.',
  'What do the people who live there say? Has anyone asked them?',
  'Fair point. I take back what I wrote this morning.',
] as const;

/** Comments above a reshared post; at most 80 characters each. */
export const COMMENTS = [
  'Read this one to the end.',
  'For everybody who asked me last week.',
  'This, and quietly.',
  'My whole street needs to see it.',
  'Passing it on without comment. Well, nearly.',
  'Somebody finally counted.',
  'I have thought about it all day.',
  'Not my opinion, but well put.',
  'Look who wrote it, too.',
  'For the people at the back.',
  'The best thing in my feed today.',
  'Worth your two minutes.',
  'More of this, please.',
  'Can anyone here confirm it?',
  'I laughed, then I did not.',
  'From my corner of the world to yours.',
  'Remember this when they say it cannot be done.',
  'Here it is again, because it is still true.',
] as const;

/** Original posts by topic, written for this project; at most 140 characters each. */
export const SEED_POSTS = {
  transport: [
    'The 14 now runs every six minutes and I have stopped owning a timetable. Nobody told me this is what freedom feels like.',
    'They painted a bike lane on Mill Road. Paint. The vans parked on it before it had dried.',
    'Counted cars at the school gate this morning: 71 cars, 74 children.',
    'Night trains are back on the northern line. I slept through two borders and woke up next to the sea.',
    'Our bus driver waits when he sees you running. I have now seen him do it eleven times.',
    'The new tram stop has a bench, a roof and a clock that is right. Three for three.',
    'Why does the ticket machine ask for my date of birth to sell me a single to the next village?',
    'Closed our street to cars for a Sunday. By noon there was a ping-pong table and a queue for it.',
    'The lift at Central has been out of order for 200 days. My father uses a wheelchair. We keep count.',
    'Cargo bike, month three: two kids, one cello, zero parking tickets.',
    'A 30 km/h limit costs me forty seconds on the way to work. I timed it for a week.',
    'If the last train leaves before the concert ends, you do not have a last train.',
    'Someone knitted covers for every handrail on the ferry. The captain has asked for a hat.',
    'Free buses for under-18s started today and the 8:05 sounds like a playground. Lovely, actually.',
  ],
  health: [
    'The nurse sat down before she told us. Two seconds, and it changed the whole conversation.',
    'Four months for a knee appointment. I have started to bring the knee flowers.',
    'Our pharmacist caught that two of my mother’s pills fight each other. The two specialists had not.',
    'I swapped the third coffee for a walk round the block. Day 40. My shoulders came down from my ears.',
    'The clinic in our valley closes in June. The next one is 52 minutes away, in dry weather.',
    'Gave blood for the first time. The biscuit afterwards is the best biscuit in the world.',
    'Night shift, bed 12, 94 years old: she corrected my crossword and then my posture.',
    'My hearing aids arrived. Did you all know that stairs make a noise?',
    'Therapy by video means nobody sees me cry in the car park. Progress, of a kind.',
    'A waiting list is also a treatment, with side effects. Could we please measure those too?',
    'School nurses found 19 children here who needed glasses. Nineteen thought the board was just blurry.',
    'My gym has a quiet hour on Tuesdays: no music, no mirrors. It is full every week.',
    'Vaccination bus at the market today, between the cheese and the carrots. Queue moved faster than for the cheese.',
    'Six weeks off cigarettes. I can smell rain again, and unfortunately also my brother’s car.',
  ],
  housing: [
    'Rent went up again. The window that does not close has not been informed.',
    'Our co-op got the keys today. Eleven flats, one garden, and already a dispute about a compost heap.',
    'Viewing this morning: 40 people on the stairs for one room with a view of a wall.',
    'They turned the empty office on Harbour Street into 30 flats. Lights on in all of them tonight.',
    'My landlord fixed the boiler in a day and sent a plumber who sang. I do not know what to do with this.',
    'Empty for nine years: the house on the corner. Sleeping in its doorway since May: a man called Viktor.',
    'We measured the damp with the children from class 4b. They now write the letters to the housing office.',
    'A deposit of three rents means only people with savings may be poor here.',
    'Four generations under one roof, one bathroom. The timetable on the door is a work of diplomacy.',
    'The new block has balconies facing each other. By August everyone knew everyone’s tomatoes.',
    'Could we talk about building on top of the supermarket car park? It has been flat for thirty years.',
    'My grandmother pays 210 a month since 1974. The flat below, same plan, is 1,450.',
    'Moved into 24 square metres. The bed folds into the wall, and so, some evenings, do I.',
    'The council published where every empty home is. It took one evening to find six on our street.',
  ],
  climate: [
    'The river gauge in our village has a new highest mark. My son had to stand on a chair to paint it.',
    'Planted 300 trees along the motorway with people I had only ever argued with online.',
    'Our school roof made more power in July than the school used. The physics class is unbearable about it.',
    'Apricot blossom three weeks early, then frost. My neighbour does not say much, he just walks the rows.',
    'The heat pump has been in for a year. Bill down by half, and the cat has moved to the warm pipe.',
    'The town unsealed the market square: out with the asphalt, in with gravel and plane trees. Four degrees less.',
    'The glacier hut where I learned to ski has been moved uphill. Twice.',
    'Flood warning by text at 3:12, water in the cellar at 4:40. Those 88 minutes saved our instruments.',
    'I do not want to be told to recycle by a man who flew here to say it.',
    'First swifts on the 19th of April. My mother’s diary from 1988 has the 6th of May.',
    'Repair café tally for this year: 212 toasters, lamps and trousers that did not become rubbish.',
    'The fishermen here kept sea temperatures in a notebook for sixty years. A student finally typed them in.',
    'Our allotment voted to share one rain tank. The meeting lasted longer than the drought.',
    'What would your street do in a week of 42 degrees? Ours made a list of who lives alone on the top floor.',
  ],
  science: [
    'We repeated our own experiment and it did not work. That was the most useful Tuesday of the year.',
    'A class of nine-year-olds asked me where the dark goes when you turn on the light. I needed a minute.',
    'The telescope is down for cleaning, so tonight we looked at the sky with our eyes. Still good.',
    'Found a beetle in the museum drawer that had been waiting for a name since 1911.',
    'My reviewer wrote two pages. They were right on every line, and kind on most of them. Thank you, whoever you are.',
    'The seismometer in our cellar sees every goal of the home team. Here is last night, with the penalty.',
    'It took four years, and the answer is: no, it makes no difference. Publishing it anyway.',
    'Please label your axes. I say this with love, and for the third time this week.',
    'Volunteers counted bats under 61 bridges. We now know which bridge not to repair in June.',
    'My grandmother kept seeds in tobacco tins. The gene bank just called two of them irreplaceable.',
    'Today a robot arm spilled my coffee with a precision of 0.02 millimetres.',
    'There are mosses on the north wall of our institute older than the institute.',
    'A lake core is a diary: this grey line is the eruption, this black one is the year of the great fire.',
    'The probe has been sending for 40 years on the power of a fridge bulb. This morning it said hello again.',
  ],
  football: [
    'Our left back is a postwoman. She delivered a cross in the 89th minute and my parcel at nine this morning.',
    'Lost 6–0 and the under-9s ran a lap of honour because the pitch had been so nice and muddy.',
    'The stadium sells soup now. Attendance is up, shouting is down.',
    'Nobody warms up like our second goalkeeper, who has not played since 2021.',
    'My father taught me the offside rule with salt shakers. I explained it to my daughter with emojis.',
    'Away game, four hours by coach, fog. We saw the first ten metres of a historic win.',
    'The women’s team sold out the old ground. Somebody had to find the key for the top stand.',
    'A penalty is eleven metres. From the couch it is about two.',
    'The referee came to our village feast afterwards and danced with the coach he had sent off.',
    'Season ticket holder number 4, row C, has died. On Saturday row C stays empty and the band plays his song.',
    'We need a new net. The old one has let in enough.',
    'Three captains in three weeks and we still kick off to the left, straight out.',
    'A walking-football league for over-60s opened here. Two bookings for running in the first match.',
    'Zero–zero, rain, no shots on target. I would not have missed it.',
  ],
  music: [
    'The cellist on platform 3 plays until her train comes. Today the train was late and we got the whole suite.',
    'Learned one song on the accordion so far. My neighbours have learned it too.',
    'Found my aunt’s mixtape from 1986. Side B is her talking over the radio, and it is the better side.',
    'Our choir has 40 altos and two tenors. The tenors are treated like royalty.',
    'The piano in the library is free from four to five. A boy comes every day and plays the same eight bars, better.',
    'Support band yesterday: five people in the room, three of them parents. They played as if it was a stadium.',
    'Can somebody name the tune the ice-cream van plays? It has been in my head since Thursday.',
    'My hands are too small for that chord, so I wrote a different chord. It is my chord now.',
    'The record shop closes after 38 years. He is giving each customer the one he thinks they missed.',
    'Tuned the village organ today. There was a bird’s nest in the F sharp.',
    'I mixed the whole album on headphones from a petrol station, and it shows, and I love it.',
    'Brass band rehearsal in the car park of the swimming pool: the echo is magnificent, the lifeguard is not sure.',
    'My students had never heard a song fade out. They asked whether the band walked away.',
    'First drum lesson at 67. Teacher says my left foot is the most honest part of me.',
  ],
  food: [
    'Soup day at the community kitchen: 140 portions, one argument about dill, no leftovers.',
    'My sourdough starter is older than my marriage and needs more attention.',
    'The canteen put lentils first in the line and chips last. Nobody was told what to eat. Lentils won.',
    'Grandfather’s plum trees gave 90 kilos. If you are within ten kilometres, you are getting jam.',
    'Tried the noodle place behind the bus depot. Six tables, one dish, a queue of drivers. Go.',
    'The market woman asked what I was cooking and took two of my onions back. Wrong onions, apparently.',
    'A tomato in January tastes like a photograph of a tomato.',
    'We ate in the dark when the power went. Everyone talked more quietly, and the rice was the best ever.',
    'My daughter’s lunchbox came home with a note: what is the green thing, and may we have the recipe?',
    'School dinners cost us 1.90 a plate. Here is what the cooks do with 1.90. I could not.',
    'First harvest from the balcony: four chillies and a very proud caterpillar.',
    'The bakery writes “baked too dark” on a basket and sells it for half. It is the basket I come for.',
    'Cooking my mother’s dumplings from memory. Hers, not mine: she is on the phone, correcting my hands.',
    'Cheese is just milk that somebody was patient with.',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
