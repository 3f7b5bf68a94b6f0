// The scripted agent that every SDK plays: what it is asked, and its three tools, of which one throws.
const after = (milliseconds, value) => new Promise(resolve => setTimeout(resolve, milliseconds, value));

export const PROMPT = 'Plan a trip to Paris.';
export const MODEL = 'scripted-1';
export const { MODEL_URL, TRACES_URL, TRACES_FILE } = process.env;

export const getWeather = ({ city }) => after(20, { city, sky: 'sunny', celsius: 21 });
// Slower than the one beside it, so that the order in which they end is not that in which they were asked for.
export const findHotel = ({ city, nights }) => after(60, { hotel: 'Lutetia', city, nights });
export async function bookTrain() {
  await after(20);
  throw new Error('no seats left');
}
