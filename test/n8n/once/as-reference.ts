/* Imported before a test file, it runs that file with a service that follows the reference. */
process.env['SANDBOX_DIALECT'] = 'reference';
