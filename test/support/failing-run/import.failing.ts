throw new Error('cannot be imported');
