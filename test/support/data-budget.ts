import { DataBudget } from '../../nodes/shared/api/data-budget';

/** Lowers the limit of the data that is held at the same time, until the mocks are restored. */
export function limitData(characters: number): void {
	const isExceeded = jest.spyOn(DataBudget.prototype, 'isExceeded', 'get');
	isExceeded.mockImplementation(function (this: DataBudget) {
		return this['size'] > characters;
	});
}
