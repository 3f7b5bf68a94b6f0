/** First and family names from many places, put together at random; a pair that is a real person's is chance. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** 96, all different. */
export const FIRST_NAMES = words(`
  Aaliyah Adaeze Adrián Aiko Alba Aleksi Amara Amina Anahera Ananya Anders Aroha
  Ayla Bao Beatriz Bilal Bruno Camila Chidi Chiara Dalia Daniel Darya Deniz
  Diego Ebba Eduardo Elif Emre Esther Fatou Femi Finn Freya Gabriel Giulia
  Goran Hana Hassan Hedda Hugo Ibrahim Ilse Imani Inés Ivan Jamal Jana
  Jin Jonas Kaito Kalinda Karim Keiko Kofi Kwame Lan Leila Linh Lucía
  Luka Maja Malik Marek Marisol Mateo Mei Milan Mira Musa Nadia Naveen
  Nayra Ngozi Niamh Noor Oksana Olu Omar Paloma Pavel Priya Rafael Ravi
  Rosa Ruth Sanjay Seo-yeon Sione Sofia Tala Tomás Uma Wanjiru Yusuf Zainab`);

/** 96, all different. */
export const FAMILY_NAMES = words(`
  Abebe Acosta Adeyemi Ahmadi Almeida Andersson Aoki Arslan Asante Baptiste Bauer Begum
  Bianchi Bondarenko Brennan Castillo Chanda Chen Cohen Costa Cruz Dang Darwish Delgado
  Diallo Dimitrov Dlamini Doyle Eriksen Farah Fernández Fischer Fofanah Fujita García Ghosh
  Gómez Haddad Halonen Hansen Hernández Hoang Horvat Hussain Ibarra Ionescu Ivanova Jansen
  Jovanović Kamau Kaplan Katz Kaya Khalil Kim Kimura Kovács Kowalska Kruger Lambert
  Larsen Lim Lopes MacLeod Mahlangu Mamani Mbeki Mendoza Moreau Mwangi Nakamura Nguyen
  Novak Nowak O’Connor Okafor Okonkwo Osei Ospina Park Patel Pereira Petrov Quispe
  Rahman Reyes Rossi Sato Shah Silva Singh Tamm Tanaka Tuilagi Weber Yılmaz`);

/** Middle initials, for populations of more agents than pairs of names. */
export const INITIALS = 'ABCDEFGHJKLMNOPRSTVWYZ';
