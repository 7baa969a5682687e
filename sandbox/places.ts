export interface Country {
	NameEnglish: string;
	NameSpanish: string;
	DialCode: string;
	Abbreviation: string;
}

export interface State {
	Name: string;
	Abbreviation: string;
}

export interface ZipCode {
	ZipCode: string;
	City: string;
	State: string;
}

interface AreaCode {
	Code: string;
	State: string;
}

export const COUNTRIES: Country[] = [
	country('Argentina', 'Argentina', '+54', 'AR'),
	country('Australia', 'Australia', '+61', 'AU'),
	country('Austria', 'Austria', '+43', 'AT'),
	country('Belgium', 'Bélgica', '+32', 'BE'),
	country('Brazil', 'Brasil', '+55', 'BR'),
	country('Canada', 'Canadá', '+1', 'CA'),
	country('Chile', 'Chile', '+56', 'CL'),
	country('Colombia', 'Colombia', '+57', 'CO'),
	country('France', 'Francia', '+33', 'FR'),
	country('Germany', 'Alemania', '+49', 'DE'),
	country('India', 'India', '+91', 'IN'),
	country('Ireland', 'Irlanda', '+353', 'IE'),
	country('Italy', 'Italia', '+39', 'IT'),
	country('Japan', 'Japón', '+81', 'JP'),
	country('Mexico', 'México', '+52', 'MX'),
	country('Netherlands', 'Países Bajos', '+31', 'NL'),
	country('New Zealand', 'Nueva Zelanda', '+64', 'NZ'),
	country('Portugal', 'Portugal', '+351', 'PT'),
	country('Spain', 'España', '+34', 'ES'),
	country('Switzerland', 'Suiza', '+41', 'CH'),
	country('United Kingdom', 'Reino Unido', '+44', 'GB'),
	country('United States', 'Estados Unidos', '+1', 'US'),
];

function country(NameEnglish: string, NameSpanish: string, DialCode: string, Abbreviation: string): Country {
	return { NameEnglish, NameSpanish, DialCode, Abbreviation };
}

/** The 50 states, the District of Columbia and two territories, by name. */
export const STATES: State[] =
	`Alabama AL, Alaska AK, Arizona AZ, Arkansas AR, California CA, Colorado CO, Connecticut CT, Delaware DE,
District of Columbia DC, Florida FL, Georgia GA, Hawaii HI, Idaho ID, Illinois IL, Indiana IN, Iowa IA, Kansas KS, Kentucky KY,
Louisiana LA, Maine ME, Maryland MD, Massachusetts MA, Michigan MI, Minnesota MN, Mississippi MS, Missouri MO, Montana MT,
Nebraska NE, Nevada NV, New Hampshire NH, New Jersey NJ, New Mexico NM, New York NY, North Carolina NC, North Dakota ND, Ohio OH,
Oklahoma OK, Oregon OR, Pennsylvania PA, Puerto Rico PR, Rhode Island RI, South Carolina SC, South Dakota SD, Tennessee TN, Texas TX,
US Virgin Islands VI, Utah UT, Vermont VT, Virginia VA, Washington WA, West Virginia WV, Wisconsin WI, Wyoming WY`
		.split(/,\s/)
		.map((entry) => ({ Name: entry.slice(0, -3), Abbreviation: entry.slice(-2) }));

export const ZIP_CODES: ZipCode[] = [
	zipCode('10001', 'New York', 'NY'),
	zipCode('20001', 'Washington', 'DC'),
	zipCode('33101', 'Miami', 'FL'),
	zipCode('60601', 'Chicago', 'IL'),
	zipCode('70112', 'New Orleans', 'LA'),
	zipCode('75201', 'Dallas', 'TX'),
	zipCode('77002', 'Houston', 'TX'),
	zipCode('78701', 'Austin', 'TX'),
	zipCode('80202', 'Denver', 'CO'),
	zipCode('90001', 'Los Angeles', 'CA'),
	zipCode('90210', 'Beverly Hills', 'CA'),
	zipCode('94102', 'San Francisco', 'CA'),
	zipCode('98101', 'Seattle', 'WA'),
];

function zipCode(ZipCode: string, City: string, State: string): ZipCode {
	return { ZipCode, City, State };
}

export const AREA_CODES: AreaCode[] = [
	areaCode('202', 'DC'),
	areaCode('206', 'WA'),
	areaCode('212', 'NY'),
	areaCode('213', 'CA'),
	areaCode('303', 'CO'),
	areaCode('305', 'FL'),
	areaCode('310', 'CA'),
	areaCode('312', 'IL'),
	areaCode('415', 'CA'),
	areaCode('504', 'LA'),
	areaCode('512', 'TX'),
	areaCode('713', 'TX'),
	areaCode('787', 'PR'),
];

function areaCode(Code: string, State: string): AreaCode {
	return { Code, State };
}
